import { randomUUID } from 'node:crypto';
import type { MailTest } from '@threadline/schema/wire/mail-settings';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { explainFailure, explainServerFault, findFaultyField } from '../platform/outbox/explain-failure.ts';
import { recordMailOutcome } from '../platform/outbox/mail-outcome.ts';
import { describeMailServer, findSender, readMailServer } from '../platform/outbox/mail-server.ts';
import { fillTemplate, toOneLine } from '../platform/outbox/render-template.ts';
import { createMailTransport } from '../platform/outbox/transport.ts';
import type { MailTexts } from './compose.ts';

const template = {
  subject: 'Test message from {brand}',
  body: 'This message shows that {brand} can send email.\n\nIf it was in your spam folder, set up SPF and DKIM: two entries at the provider of your domain that show that messages from {sender} are really yours. The person who manages your domain can add them.\n',
};

/** Sends a test message to a user, past the outbox, so that the outcome is known at once, and stores it. */
export function createTestMessage(deps: Deps, texts: MailTexts) {
  /** @throws ProblemError 409 without a mail server */
  return async (recipient: string): Promise<MailTest> => {
    const server = readMailServer(deps);
    if (!server) throw new ProblemError('conflict', { detail: 'Email is not set up yet. Save a mail server first.' });
    const sender = findSender(deps) ?? texts.contact().email;
    const brand = toOneLine(texts.brand());
    const result = await createMailTransport(server, deps.config).send({
      messageId: `<${randomUUID()}@${new URL(deps.config.siteUrl).hostname}>`,
      from: { name: brand, address: sender },
      to: [{ name: '', address: recipient }],
      recipients: [recipient],
      replyTo: undefined,
      date: deps.now(),
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...fillTemplate(template, { brand, sender }),
    });
    if (result.state === 'sent' || result.state === 'written-to-disk') {
      recordMailOutcome(deps, deps.db, { server, attempt: 'test', problem: null, isAccepted: true });
      return {
        ok: true,
        detail: `The message was accepted for ${recipient}. If it is not in your inbox, look in the spam folder.`,
        field: null,
      };
    }
    const attempt = { server: describeMailServer(server), sender, recipient };
    const problem = result.state === 'server' ? explainServerFault(result, attempt) : null;
    recordMailOutcome(deps, deps.db, { server, attempt: 'test', problem });
    return { ok: false, detail: explainFailure(result, attempt), field: findFaultyField(result) };
  };
}
