import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ne } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Deps } from '../../context.ts';
import { outboxMessages } from '../db/schema/enquiries.ts';
import type { OutgoingMail } from './transport.ts';

type Place = Pick<Config, 'dataDir'>;
type Named = Pick<OutgoingMail, 'date' | 'messageId'>;

export const getMailFolder = ({ dataDir }: Place) => join(dataDir, 'mail');

const getFileName = ({ date, messageId }: Named) => `${formatMoment(date)}-${stripSpecialCharacters(messageId)}.eml`;
const formatMoment = (date: Date) => date.toISOString().replace(/[:.]/g, '-');
const stripSpecialCharacters = (text: string) => text.replace(/[^\w.-]/g, '');

/** Writes a message to a file that any mail program opens. The file appears complete or not at all. */
export function writeMailFile(folder: string, mail: Named, message: Buffer): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, getFileName(mail));
  writeFileSync(`${file}.tmp`, message, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

export function removeMailFile(config: Place, mail: Named): void {
  rmSync(join(getMailFolder(config), getFileName(mail)), { force: true });
}

/** Removes the files of messages that were erased or have been sent by a mail server since. */
export function removeStaleMailFiles({ config, db }: { config: Place; db: Pick<Deps['db'], 'select'> }): void {
  const folder = getMailFolder(config);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /\.eml(\.tmp)?$/.test(file)) : [];
  if (files.length === 0) return;
  const wanted = new Map<string, string[]>();
  const rows = db
    .select({ id: outboxMessages.id, createdAt: outboxMessages.createdAt })
    .from(outboxMessages)
    .where(ne(outboxMessages.state, 'sent'))
    .all();
  for (const { id, createdAt } of rows) {
    const moment = formatMoment(new Date(createdAt));
    wanted.set(moment, [...(wanted.get(moment) ?? []), `${moment}-${stripSpecialCharacters(id)}`]);
  }
  for (const file of files) {
    const [moment = ''] = /^.*?Z(?=-)/.exec(file) ?? [];
    if (!wanted.get(moment)?.some((start) => file.startsWith(start))) rmSync(join(folder, file), { force: true });
  }
}
