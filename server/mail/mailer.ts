/** A letter of plain text. `text` has lines of at most 998 characters. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Takes letters to whoever they are for: into a folder (mailbox.ts) or to a mail server (smtp.ts). */
export interface Mailer {
  /** Rejects where the letter could not be handed over, with a reason that holds neither its text nor its address. */
  send(letter: Letter, at: Date): Promise<void>;
  /** Removes what is kept for too long, where anything is. */
  prune(now: Date): Promise<void>;
  /** A letter that waits for another try is given up; what is being handed over goes on. */
  close(): void;
}
