/** A letter of plain text. `text` has lines of at most 998 characters. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A letter with what is the same at every sending of it. */
export interface Outgoing extends Letter {
  /** With its angle brackets (RFC 5322, 3.6.4). */
  readonly messageId: string;
  readonly writtenAt: Date;
  /** Its number among all letters, in the order in which they were written. */
  readonly place: number;
}

/** Takes letters to whoever they are for: into a folder (mailbox.ts) or to a mail server (smtp.ts). */
export interface Mailer {
  /** One try. Throws `NotTaken` where the letter could not be handed over. */
  send(letter: Outgoing): Promise<void>;
  /** Removes what is kept for too long, where anything is. */
  prune(now: Date): Promise<void>;
}

/** A letter was not handed over; the reason holds neither its text nor its address, since it goes into the log. */
export class NotTaken extends Error {
  /** Whether this very letter was refused for good: another try is of no use. */
  readonly forGood: boolean;
  constructor(reason: string, forGood: boolean) {
    super(reason);
    this.name = 'NotTaken';
    this.forGood = forGood;
  }
}
