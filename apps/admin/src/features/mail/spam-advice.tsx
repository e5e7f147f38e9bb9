import type { MailSettings } from '@threadline/schema/wire/mail-settings';
import { CopyButton, CopyIconButton } from '../../ui/copy-button.tsx';
import { AdvicePanel } from '../../ui/settings-panels.tsx';
import { findMailProvider, getMailProvider } from './providers.ts';
import classes from './spam-advice.module.css';

/** An entry in the DNS settings of the sender's domain. */
interface DnsEntry {
  purpose: string;
  type: string;
  /** Name and value are undefined if only the email provider knows them. */
  name?: string;
  value?: string;
  hint: string;
}

type SpamAdviceProps = Pick<MailSettings, 'sender' | 'server'>;

/** Domains of mailboxes that belong to their provider: a user cannot change their DNS settings. */
const providerDomains = [
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'icloud.com', 'live.com', 'outlook.com', 'proton.me'],
  ...['rediffmail.com', 'yahoo.co.in', 'yahoo.com', 'yahoo.in', 'zohomail.com', 'zohomail.in'],
];

/** Lists the entries that a sender's domain needs, so that messages do not end up as spam. */
export function SpamAdvice({ sender, server }: SpamAdviceProps) {
  const domain = sender.split('@')[1];
  const entries = listDnsEntries({ sender, server });
  if (domain && providerDomains.includes(domain.toLowerCase()))
    return (
      <AdvicePanel title="Keep messages out of the spam folder">
        <p>
          Your messages come from an address at {domain}. If they are sent through its own server, there is nothing to
          set up. If they are sent through another one, they often end up as spam. An address of your own domain, such
          as hello@your-company.in, is more trustworthy to clients.
        </p>
      </AdvicePanel>
    );
  return (
    <AdvicePanel title="Keep messages out of the spam folder">
      <p>
        Entries in the DNS settings of {domain ?? 'your domain'} show that your messages are really yours. The person
        who manages the domain adds them, usually where it was bought, such as GoDaddy or BigRock.
      </p>
      <details className={classes.entries}>
        <summary>Show the DNS entries</summary>
        <ul>
          {entries.map((entry) => (
            <Entry key={entry.purpose} entry={entry} />
          ))}
        </ul>
        <p>Changes take from a few minutes to a day. Then send a test message.</p>
        <CopyButton text={entries.map(formatEntry).join('\n\n')}>Copy all entries</CopyButton>
      </details>
    </AdvicePanel>
  );
}

function Entry({ entry: { purpose, type, name, value, hint } }: { entry: DnsEntry }) {
  return (
    <li>
      <strong>{purpose}</strong>
      <dl>
        <dt>Type</dt>
        <dd>{type}</dd>
        <dt>Name</dt>
        <dd>
          <Copyable text={name} label={`Copy the name of ${purpose}`} />
        </dd>
        <dt>Value</dt>
        <dd>
          <Copyable text={value} label={`Copy the value of ${purpose}`} />
        </dd>
      </dl>
      <small>{hint}</small>
    </li>
  );
}

const ofProvider = 'shown by your email provider';

function Copyable({ text, label }: { text: string | undefined; label: string }) {
  if (text === undefined) return ofProvider;
  return (
    <>
      <code>{text}</code>
      <CopyIconButton text={text} label={label} />
    </>
  );
}

function formatEntry({ purpose, type, name, value, hint }: DnsEntry): string {
  return [purpose, `Type: ${type}`, `Name: ${name ?? ofProvider}`, `Value: ${value ?? ofProvider}`, hint].join('\n');
}

/** Returns the entries as they are shown and copied. */
export function listDnsEntries({ sender, server }: SpamAdviceProps): DnsEntry[] {
  const domain = sender.split('@')[1];
  const spf = server ? getMailProvider(findMailProvider(server)).spf : undefined;
  return [
    {
      purpose: 'SPF',
      type: 'TXT',
      name: '@',
      ...(spf && { value: `v=spf1 include:${spf} ~all` }),
      hint: `Lists the servers that may send for ${domain ?? 'your domain'}. If an entry beginning with “v=spf1” exists, add “${spf ? `include:${spf}` : 'include:…'}” to it, because a second one makes both invalid.`,
    },
    {
      purpose: 'DKIM',
      type: 'TXT or CNAME',
      hint: 'Signs every message. Turn it on at your email provider, and add exactly the entry that it shows.',
    },
    {
      purpose: 'DMARC',
      type: 'TXT',
      name: '_dmarc',
      value: 'v=DMARC1; p=none',
      hint: 'Gmail and Yahoo expect it. Add it only if there is none yet.',
    },
  ];
}
