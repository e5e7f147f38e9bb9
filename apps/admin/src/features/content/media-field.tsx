import { Select, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { artNames } from '@threadline/schema/art';
import { publicIdOf } from '@threadline/schema/image';
import { useState } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import classes from './schema-form.module.css';

const elsewhere = 'elsewhere';
const drawings = Object.entries(artNames).map(([name, label]) => ({ value: `/art/${name}`, label }));

/** What to show: a drawing of the site, an image of the library, or a file at an https address. */
export function MediaField(props: FieldProps) {
  const { field, pointer } = props;
  const value = String(props.value ?? '');
  const { images, change } = useForm();
  const library = images.map(({ url, name }) => ({ value: url, label: name }));
  const known = [...drawings, ...library].find((choice) => choice.value === value);
  const sameImage = known
    ? undefined
    : images.find(({ url }) => publicIdOf(url) && publicIdOf(url) === publicIdOf(value));
  const [isElsewhere, setElsewhere] = useState(value !== '' && !known && !sameImage);
  const thumbnail = value.startsWith('/media/') ? value : undefined;

  const choose = (choice: string | null) => {
    setElsewhere(choice === elsewhere);
    change(pointer, choice === elsewhere ? '' : (choice ?? ''));
  };

  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className={classes.media}>
          <span className={classes.thumbnail}>
            {thumbnail ? <img src={thumbnail} alt="" /> : <IconPhoto size={20} stroke={1.4} aria-hidden="true" />}
          </span>
          <div>
            <Select
              {...control}
              data={[
                { group: 'Images of the library', items: library },
                { group: 'Drawings', items: drawings },
                { group: 'Somewhere else', items: [{ value: elsewhere, label: 'A file at another address' }] },
              ]}
              value={isElsewhere ? elsewhere : (sameImage?.url ?? (value || null))}
              onChange={choose}
              searchable
              clearable={field.optional}
              allowDeselect={field.optional}
              placeholder={field.optional ? 'None' : 'Choose a picture'}
              maxDropdownHeight={280}
            />
            {isElsewhere && (
              <TextInput
                type="url"
                aria-label={`${field.title}: address`}
                placeholder="https://"
                value={value}
                onChange={(event) => change(pointer, event.currentTarget.value.trim())}
                onBlur={control.onBlur}
                mt={6}
              />
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}
