import { CopyButton } from '../../ui/copy-button.tsx';
import { AdvicePanel } from '../../ui/settings-panels.tsx';

/** Explains the two entries that a sender's domain needs, so that messages do not end up as spam. */
export function SpamAdvice({ sender }: { sender: string }) {
  const paragraphs = listInstructions(sender.split('@')[1]);
  const text = paragraphs.map((paragraph) => `${paragraph.term ?? ''}${paragraph.text}`).join('\n\n');
  return (
    <AdvicePanel title="Keep messages out of the spam folder">
      <p>
        <strong>For the person who manages your domain</strong>
      </p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph.text}>
          {paragraph.term && <strong>{paragraph.term}</strong>}
          {paragraph.text}
        </p>
      ))}
      <div>
        <CopyButton text={text}>Copy these instructions</CopyButton>
      </div>
    </AdvicePanel>
  );
}

/** Returns the instructions as they are shown and copied. @param known the domain of the sender */
function listInstructions(known: string | undefined): { term?: string; text: string }[] {
  const domain = known ?? 'your domain';
  return [
    {
      text: `Recipients’ providers check whether a message really comes from ${domain}. Two entries in the DNS settings of ${domain} prove it. DNS is the public directory that says which servers belong to a domain. You find its settings where the domain was bought, for example at GoDaddy, BigRock or Hostinger; the email provider gives you the exact texts.`,
    },
    {
      term: 'SPF',
      text: ` lists the servers that may send email for ${domain}. It is one text entry (TXT) for ${domain} that begins with “v=spf1”. If there is one already, add the email provider to it: a second one makes both invalid.`,
    },
    {
      term: 'DKIM',
      text: ` signs every message, so that it cannot be altered or forged. Turn it on at the email provider, and add the entry that it shows, whose name ends in “._domainkey${known ? `.${known}` : ''}”.`,
    },
    {
      text: 'Changes take from a few minutes to a day. Then send a test message to see whether it arrives in the inbox.',
    },
  ];
}
