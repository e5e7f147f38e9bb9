import type { OutboxMessage } from '@threadline/schema/wire/enquiry';
import type { Tx } from '../db/client.ts';
import type { outboxMessages } from '../db/schema/enquiries.ts';
import type { FilledMail } from './render-template.ts';

export type MessageRow = typeof outboxMessages.$inferSelect;

/** Thrown by `compose` when a message is no longer needed. It is dismissed; nothing has failed. */
export class ObsoleteMail extends Error {}

export interface MailContent extends FilledMail {
  replyTo?: string;
  headers?: Record<string, string>;
}

/** Writes a kind of message and follows its delivery, for the feature that owns the kind. */
export interface MailHandler {
  /**
   * Writes the message from its row, immediately before it is sent.
   *
   * @throws ObsoleteMail when it is no longer needed; any other error marks the message as failed
   */
  compose(row: MessageRow): MailContent;
  /** Runs in the transaction that stores the new state of the message. */
  onStateChange?(tx: Tx, row: MessageRow, at: string): void;
  /** Runs in the same transaction when the message is handed over for the first time. */
  onFirstSent?(tx: Tx, row: MessageRow, at: string): void;
}

export type MailHandlers = Readonly<Record<OutboxMessage['kind'], MailHandler>>;
