import { AdvicePanel } from '../../ui/settings-panels.tsx';

/** Explains the two entries that a sender's domain needs, so that messages do not end up as spam. */
export function SpamAdvice({ sender }: { sender: string }) {
  const [, known] = sender.split('@');
  const domain = known ?? 'your domain';
  return (
    <AdvicePanel title="Keep messages out of the spam folder">
      <p>
        Recipients’ providers check whether a message really comes from {domain}. Two entries in the DNS settings of{' '}
        {domain} prove it. DNS is the public directory that says which servers belong to a domain. You find its settings
        where the domain was bought, for example at GoDaddy, BigRock or Hostinger; your email provider gives you the
        exact texts. If someone else manages the domain, send them this page.
      </p>
      <p>
        <strong>SPF</strong> lists the servers that may send email for {domain}. It is one text entry (TXT) for {domain}{' '}
        that begins with <code>v=spf1</code>. If there is one already, add your provider to it: a second one makes both
        invalid.
      </p>
      <p>
        <strong>DKIM</strong> signs every message, so that it cannot be altered or forged. Turn it on at your email
        provider, and add the entry that it shows, whose name ends in <code>._domainkey{known && `.${known}`}</code>.
      </p>
      <p>Changes take from a few minutes to a day. Then send a test message to see whether it arrives in the inbox.</p>
    </AdvicePanel>
  );
}
