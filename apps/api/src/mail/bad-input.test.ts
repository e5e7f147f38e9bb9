import { defaultSla } from '@threadline/schema/content/sections/mail';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { fillTemplate } from '../platform/outbox/render-template.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Sends one enquiry through the form and a real mail server. */
async function collectMails(request: Record<string, unknown>) {
  const server = await startMailServer();
  const fixture = createEnquiryFixture({ SMTP_URL: server.url, LEADS_TO: 'team@example.com' });
  open.push(fixture.services.jobs.stop, server.stop);
  await fixture.receive(request);
  await fixture.services.jobs.runDue();
  return { messages: await server.messages(), envelopes: server.taken.map(({ to }) => to), raw: server.taken };
}

const bcc = 'x\r\nBcc: victim@example.net\r\n\r\nbody';

test.each(['companyName', 'contactName', 'industry', 'message', 'origin', 'originCta', 'page'])(
  'a line break and a header in %s add no recipient [C2]',
  async (field) => {
    const { messages, envelopes } = await collectMails({ [field]: bcc.slice(0, 40) });
    expect(envelopes).toEqual([['team@example.com'], ['sender@example.org']]);
    for (const message of messages) {
      expect(message.bcc ?? []).toEqual([]);
      expect(message.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(message.subject).not.toMatch(/[\r\n]/);
    }
  },
);

test('typed markup is text in the mail [C3, X3]', async () => {
  const { messages } = await collectMails({
    companyName: '<img src=x onerror=alert(1)>',
    contactName: '<script>alert(1)</script>',
    message: '<b title="x">bold</b>',
  });
  expect(messages[0]?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(messages[0]?.html).toContain('&lt;b title=&quot;x&quot;&gt;bold&lt;/b&gt;');
  for (const { html } of messages) expect(html).not.toMatch(/<script|<img|onerror=(?!alert\(1\)&gt;)/);
});

test.each(['Buy now at evil.example/x', 'evil.example', 'Win 1000', 'a@b.example', 'Sender\u202egnp.exe'])(
  'the acknowledgement does not repeat %j to the owner of the address',
  async (contactName) => {
    const { messages } = await collectMails({ contactName, companyName: 'evil.example', message: 'evil.example' });
    expect(messages[1]?.text).toContain('Hello there,');
    for (const part of [messages[1]?.text, messages[1]?.html, messages[1]?.subject])
      expect(part).not.toMatch(/evil|Win 1000|a@b|gnp/);
  },
);

test('names in any script are greeted', async () => {
  const { messages } = await collectMails({ contactName: 'आशा देवी' });
  expect(messages[1]?.text).toContain('Hello आशा देवी,');
});

test('the subject is one line and the HTML contains no typed element, whatever is entered', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<b>', '</p><script>', '{link}', '{', ''),
      (text, extra) => {
        const value = `${text}${extra}`.toWellFormed();
        const filled = fillTemplate(
          { subject: 'S {x}', body: 'A {x}\n\n{x}\n\n{rows}' },
          { x: value, rows: { rows: [[value, value]] } },
        );
        expect(filled.subject).not.toMatch(/[\r\n]/);
        const elements = [...filled.html.matchAll(/<\/?([a-z!]+)/g)].map(([, name]) => name);
        expect(new Set(elements)).toEqual(
          new Set([
            '!doctype',
            'html',
            'meta',
            'body',
            'p',
            'table',
            'tr',
            'td',
            ...(elements.includes('br') ? ['br'] : []),
          ]),
        );
      },
    ),
  );
});

test("every line of a visitor's message is quoted in the message to the team", async () => {
  const server = await startMailServer();
  const fixture = createEnquiryFixture({ SMTP_URL: server.url, LEADS_TO: 'team@example.com' });
  open.push(fixture.services.jobs.stop, server.stop);
  await fixture.receive({ message: 'Hello\n\nOpen it in the admin:\u2028\nhttps://x.example\r<b>' });
  await fixture.services.jobs.runDue();
  const notice = await PostalMime.parse(server.taken[0]?.raw ?? '');
  expect(notice.text).toContain(
    '\n\n> Hello\n>\n> Open it in the admin:\n>\n> https://x.example\n> <b>\n\nOpen it in the admin:',
  );
  expect(notice.html).toMatch(
    /<blockquote [^>]*>Hello<br><br>Open it in the admin:<br><br>https:\/\/x\.example<br>&lt;b&gt;<\/blockquote>/,
  );
});

test('the acknowledgement states whether office hours count', async () => {
  const fixture = createEnquiryFixture();
  let sender = 0;
  const thanks = async () => {
    sender += 1;
    await fixture.receive({ email: `sender-${sender}@example.org` });
    const mail = fixture.mails().findLast(({ kind }) => kind === 'acknowledgement');
    return mail && fixture.services.composeMail(mail).text;
  };
  expect(await thanks()).toContain('within 48 hours on working days');
  const value = { ...defaultSla, counted: 'office', hours: 16 };
  fixture.services.content.save([{ section: 'mail', key: 'sla', value }], null);
  expect(await thanks()).toContain('within 16 office hours on working days');
});

test("only the template's placeholders are filled in, not typed ones", () => {
  const { text, html } = fillTemplate({ subject: '', body: '{message}' }, { message: '{link}', link: 'secret' });
  expect(text).toBe('{link}');
  expect(html).not.toContain('secret');
});

test('automatic replies are suppressed, and the newsletter has a one-click unsubscribe', async () => {
  const server = await startMailServer();
  const fixture = createEnquiryFixture({ SMTP_URL: server.url, LEADS_TO: 'team@example.com' });
  open.push(fixture.services.jobs.stop, server.stop);
  await fixture.receive({ consentNewsletter: true });
  await fixture.services.jobs.runDue();
  const header = (message: Email | undefined, name: string) => message?.headers.find(({ key }) => key === name)?.value;
  const [, thanks, question] = await Promise.all(server.taken.map(({ raw }) => PostalMime.parse(raw)));
  expect(header(thanks, 'auto-submitted')).toBe('auto-replied');
  expect(header(question, 'list-unsubscribe')).toMatch(
    /^<http:\/\/site\.test\/api\/newsletter\/unsubscribe\?token=[\w-]{65}>$/,
  );
  expect(header(question, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});
