import { type FormField, getFieldAt } from '@threadline/schema/content/form-field';
import type { ListedPage } from '@threadline/schema/content/listing';
import { type ReactNode, useId } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { type EntryIds, setEntryIds } from '../model/entry-ids.ts';
import type { FieldErrors } from '../model/form-model.ts';
import { getValueAt, setValueAt } from '../model/value-at.ts';
import { AltTextField } from './alt-text-field.tsx';
import { ArticleLayout, hasFormattedText } from './article-layout.tsx';
import {
  ChoiceField,
  ChoicesField,
  DayField,
  NumberField,
  PhoneField,
  SwitchField,
  TextField,
  TimeField,
} from './basic-fields.tsx';
import { type FieldProps, type FormChoices, FormContext, GroupNotes, useForm } from './field-frame.tsx';
import { AddressField, LinkField, SuggestedTextField } from './link-field.tsx';
import { ListField } from './list-field.tsx';
import { MediaField } from './media-field.tsx';
import { RichTextField } from './rich-text-field.tsx';
import classes from './schema-form.module.css';
import { TableField } from './table-field.tsx';
import type { FormSteps } from './undo-steps.ts';
import { VideoField } from './video-field.tsx';

const ListingPreview = lazyComponent('ListingPreview', () => import('./listing-preview.tsx'), {
  label: 'The preview for search engines and chats',
});

const ColorField = lazyComponent('ColorField', () => import('./color-field.tsx'), { label: 'The colour' });

const BrandColorSample = lazyComponent('BrandColorSample', () => import('./brand-color-sample.tsx'), {
  label: 'The sample of the colours',
});

const MessageSample = lazyComponent('MessageSample', () => import('./message-sample.tsx'), {
  label: 'The sample of the email',
});

export interface SchemaFormProps {
  field: FormField;
  value: unknown;
  /** The saved value, whose differences are marked; undefined for a new entry. */
  base: unknown;
  errors: FieldErrors;
  choices: FormChoices;
  entryIds: EntryIds;
  /** The history of the form, which the keys and buttons of a formatted text use. */
  steps?: FormSteps | undefined;
  /** Called with the pointer of the changed field. */
  onChange: (value: unknown, pointer: string, entryIds: EntryIds) => void;
  onLeave: (pointer: string) => void;
  /** Limits the form to one field, with this label. */
  only?: { pointer: string; label: string };
}

/** A form rendered from a schema of the content model. It holds no state. */
export function SchemaForm(props: SchemaFormProps) {
  const { field, value, base, errors, choices, entryIds, steps, onChange, onLeave, only } = props;
  const id = useId();
  const read = (pointer: string) => getValueAt(value, pointer);
  const change = (pointer: string, next: unknown, ids?: readonly string[]) =>
    onChange(setValueAt(value, pointer, next), pointer, setEntryIds(entryIds, pointer, ids));
  return (
    <FormContext
      value={{ ...choices, id, errors, entryIds, isPartial: Boolean(only), read, change, steps, leave: onLeave }}
    >
      {only ? (
        <Field field={getFieldAt(field, only.pointer)} value={read(only.pointer)} base={undefined} {...only} />
      ) : (
        <Field field={field} value={value} base={base} pointer="" />
      )}
    </FormContext>
  );
}

function Field(props: FieldProps) {
  if (props.field.suggestedGroup) return <SuggestedTextField {...props} />;
  switch (props.field.input) {
    case 'text':
    case 'textarea':
    case 'email':
      return <TextField {...props} />;
    case 'phone':
      return <PhoneField {...props} />;
    case 'time':
      return <TimeField {...props} />;
    case 'number':
      return <NumberField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'select':
      return <ChoiceField {...props} />;
    case 'choices':
      return <ChoicesField {...props} />;
    case 'date':
      return <DayField {...props} />;
    case 'address':
      return <AddressField {...props} />;
    case 'link':
      return <LinkField {...props} />;
    case 'media':
      return <MediaField {...props} />;
    case 'color':
      return <ColorField {...props} />;
    case 'video':
      return <VideoField {...props} />;
    case 'rich-text':
      return <RichTextField {...props} Fields={SchemaForm} />;
    case 'list':
      return <ListField {...props} renderEntry={(entry) => <Field {...entry} />} />;
    case 'table':
      return <TableField {...props} />;
    case 'group':
    case 'picture':
      return <GroupField {...props} />;
  }
}

/** Fields below each other, and two short ones in a row where the form is wide. */
function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <div className={classes.sized}>
      <div className={classes.fields}>{children}</div>
    </div>
  );
}

/** Fields that belong together. The outermost group and the entries of a list have no frame of their own. */
function GroupField({ field, value, base, pointer }: FieldProps) {
  const { errors } = useForm();
  const values = (value ?? {}) as Record<string, unknown>;
  const bases = base as Record<string, unknown> | undefined;
  const properties = Object.entries(field.properties ?? {});
  const isLink = properties.length === 2 && field.properties?.label && field.properties.href;
  const isVisible = ({ when = {} }: FormField) =>
    Object.entries(when).every(([name, expected]) => values[name] === expected);
  const isVideo = values.type === 'video';
  const isInArticle = pointer === '' && hasFormattedText(field);
  const isAltText = (name: string) => name === 'alt' && field.properties?.decorative !== undefined;
  const fields = properties.flatMap(([name, property]) => {
    const isWithAltText = name === 'decorative' && field.properties?.alt !== undefined;
    if (isWithAltText || !(isVisible(property) || isAltText(name))) return [];
    const toPart = (name: string, property: FormField) => ({
      field: isVideo ? { ...property, ...property.forVideo } : property,
      value: values[name],
      base: bases?.[name],
      pointer: `${pointer}/${name}`,
    });
    const part = toPart(name, property);
    // The heading of the group has this name already; the chosen type is more exact.
    const label = property.title === field.title ? field.properties?.type?.options?.[String(values.type)] : undefined;
    if (isAltText(name) && field.properties?.decorative)
      return <AltTextField key={name} {...part} decorative={toPart('decorative', field.properties.decorative)} />;
    const isTitle = isInArticle && name === 'title';
    return isTitle ? <TextField key={name} {...part} isGrowing /> : <Field key={name} {...part} label={label} />;
  });
  if (isInArticle) {
    const isText = ({ key }: (typeof fields)[number]) =>
      key === 'title' || field.properties?.[String(key)]?.input === 'rich-text';
    return <ArticleLayout text={fields.filter(isText)}>{fields.filter((element) => !isText(element))}</ArticleLayout>;
  }
  if (pointer === '' || /\/\d+$/.test(pointer)) {
    return (
      <FieldGrid>
        <GroupNotes description={field.description} error={undefined} />
        {fields}
        <Sample field={field} values={values} isItem />
      </FieldGrid>
    );
  }
  return (
    <fieldset className={classes.group}>
      <legend>{field.title}</legend>
      <GroupNotes description={field.description} error={errors[pointer]} />
      {isLink ? <div className={classes.pair}>{fields}</div> : <FieldGrid>{fields}</FieldGrid>}
      <Sample field={field} values={values} isItem={false} />
    </fieldset>
  );
}

type HomeListing = Pick<ListedPage, 'title' | 'description'>;

interface SampleProps {
  field: FormField;
  values: Record<string, unknown>;
  /** Whether the group is a whole item, not a part of one. */
  isItem: boolean;
}

/** How people see the values of a group. */
function Sample({ field, values, isItem }: SampleProps) {
  const { read, address } = useForm();
  if (field.isBrandColors) return <BrandColorSample colors={values} />;
  if (field.isListing && isItem)
    return <ListingPreview page={{ ...(values as HomeListing), picture: { src: String(values.image) } }} address="/" />;
  if (field.isListing) return <ListingPreview page={read('') as ListedPage} address={address} />;
  if (field.isMessage) return <MessageSample message={values} variables={field.properties?.body?.variables ?? {}} />;
  return null;
}
