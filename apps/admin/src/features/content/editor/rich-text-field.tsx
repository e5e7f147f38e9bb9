import type { RichTextNode } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import type { ComponentType } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { getValueAt } from '../model/value-at.ts';
import { FieldFrame, type FieldProps, useForm } from './field-frame.tsx';
import type { SchemaFormProps } from './schema-form.tsx';

const RichTextEditor = lazyComponent('RichTextEditor', () => import('../rich-text/rich-text-editor.tsx'), {
  label: 'The text editor',
  fallback: () => <SkeletonRows rows={6} />,
});

interface RichTextFieldProps extends FieldProps {
  /** Renders the small forms of blocks and links. */
  Fields: ComponentType<SchemaFormProps>;
}

/** Formatted text. The editor is loaded on demand; the form owns the value, as for every other field. */
export function RichTextField({ Fields, ...props }: RichTextFieldProps) {
  const { field, pointer, value, label } = props;
  const { links, errors, steps, change, leave } = useForm();
  const inside = Object.keys(errors).filter((each) => each.startsWith(`${pointer}/`));
  const messages = [...new Set(inside.map((each) => describeError(value, each.slice(pointer.length), errors[each])))];
  return (
    <FieldFrame {...props} note={messages.join(' ') || undefined}>
      {(control) => (
        <RichTextEditor
          id={control.id}
          title={label ?? field.title}
          pointer={pointer}
          value={value}
          variables={field.variables}
          isInvalid={control.error || inside.length > 0}
          describedBy={control.attributes.input['aria-describedby']}
          forms={{ links, Fields }}
          steps={steps}
          onChange={(next) => change(pointer, next)}
          onBlur={() => leave(pointer)}
        />
      )}
    </FieldFrame>
  );
}

/** Returns the message with the text that it is about, such as that of a link or a heading. */
function describeError(document: unknown, pointer: string, message = ''): string {
  const [place = ''] = pointer.split(/\/(?:marks|attrs)\//);
  const node = getValueAt(document, place) as RichTextNode | undefined;
  const [text] = node ? getPlainText(node).split('\n') : [];
  return text ? `“${text}”: ${message}` : message;
}
