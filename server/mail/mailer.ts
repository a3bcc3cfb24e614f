/** A plain-text letter. `text` has lines of at most 998 characters. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A letter with the parts that are the same at every sending. */
export interface Outgoing extends Letter {
  /** Including the angle brackets (RFC 5322, 3.6.4). */
  readonly messageId: string;
  readonly writtenAt: Date;
  /** Its number among all letters, in order of writing. */
  readonly place: number;
}

/** Delivers letters: into a folder (mailbox.ts) or to a mail server (smtp.ts). */
export interface Mailer {
  /** Makes one try. Throws `NotTaken` if the letter could not be handed over. */
  send(letter: Outgoing): Promise<void>;
  /** Removes letters that are stored too long, if the mailer stores any. */
  prune(now: Date): Promise<void>;
}

/** A letter was not handed over. The message contains neither its text nor its address, since it is logged. */
export class NotTaken extends Error {
  /** True if this letter was refused permanently, so another try is useless. */
  readonly forGood: boolean;
  constructor(reason: string, forGood: boolean) {
    super(reason);
    this.name = 'NotTaken';
    this.forGood = forGood;
  }
}
