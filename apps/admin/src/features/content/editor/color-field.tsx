import { Group, TextInput } from '@mantine/core';
import { colors as ownColors } from '@threadline/design-tokens/tokens';
import { isColor } from '@threadline/schema/primitives/fields';
import { TextButton } from '../../../ui/text-button.tsx';
import classes from './brand-colors.module.css';
import { FieldFrame, type FieldProps, useForm } from './field-frame.tsx';

/** A colour: the picker of the browser, and a text field for the code of a style guide. */
export function ColorField(props: FieldProps) {
  const { field, pointer, label, value } = props;
  const form = useForm();
  const text = String(value ?? '');
  // The picker knows small letters only; they are stored as well.
  const code = text.toLowerCase();
  const own = ownColors[pointer.endsWith('/accent') ? 'accent' : 'primary'].light;
  const change = (next: string) => form.change(pointer, next);
  const reset = (id: string) => {
    document.getElementById(id)?.focus(); // the button disappears
    change('');
  };
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Group gap="8px 10px">
          <input
            type="color"
            className={classes.picker}
            aria-label={`Choose a colour: ${label ?? field.title}`}
            value={isColor(code) ? code : own}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <TextInput
            {...control}
            value={text}
            placeholder={own}
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            onChange={(event) => change(event.currentTarget.value.trim())}
            w={140}
          />
          {text !== '' && <TextButton onClick={() => reset(control.id)}>Use the colour of the design</TextButton>}
        </Group>
      )}
    </FieldFrame>
  );
}
