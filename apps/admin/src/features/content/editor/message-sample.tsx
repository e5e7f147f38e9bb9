import { exampleValues } from '@threadline/schema/content/mail-template';
import { formatPhone } from '@threadline/schema/primitives/phone';
import { splitVariables, type TextVariables } from '@threadline/schema/primitives/text-variables';
import { useStore } from '../../../store/create-store.ts';
import { currentUser } from '../../../store/current-user.ts';
import { useContent } from '../model/content-query.ts';
import classes from './message-sample.module.css';

interface MessageSampleProps {
  message: { subject?: unknown; body?: unknown };
  /** The values that the site fills in. */
  variables: TextVariables;
}

/** An email as its recipient sees it, with the details of the firm, the name of the reader and example values. */
export function MessageSample({ message: { subject, body }, variables }: MessageSampleProps) {
  const values = useSampleValues();
  const fill = (text: unknown) =>
    splitVariables(typeof text === 'string' ? text : '', variables).map((part, index) =>
      typeof part === 'string' ? part : <mark key={index}>{values[part.name] ?? `[${part.meaning}]`}</mark>,
    );
  return (
    <figure className={classes.sample}>
      <figcaption>
        How it arrives <small>Example values are highlighted.</small>
      </figcaption>
      <div className={classes.message}>
        <strong>{fill(subject)}</strong>
        <p>{fill(body)}</p>
      </div>
    </figure>
  );
}

function useSampleValues(): Record<string, string | undefined> {
  const { name } = useStore(currentUser);
  const { site = {}, mail = {} } = useContent().data?.content ?? {};
  const { name: brand } = (site.brand?.value ?? {}) as { name?: string };
  const { phone } = (site.contact?.value ?? {}) as { phone?: string };
  const { hours } = (mail.sla?.value ?? {}) as { hours?: number };
  return {
    ...exampleValues,
    ...{ name, contactName: name, sender: name, brand },
    phone: phone && formatPhone(phone),
    hours: hours?.toString(),
  };
}
