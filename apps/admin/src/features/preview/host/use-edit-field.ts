import { useNavigate } from '@tanstack/react-router';
import { findDefinition } from '@threadline/schema/content-model';
import { type FormField, fieldOf } from '@threadline/schema/form-field';
import type { PreviewField } from '@threadline/schema/preview';

/** Puts the caret into a field; opens the editor of its item if that is not open. */
export function useEditField() {
  const navigate = useNavigate();
  return ({ section, key, pointer }: PreviewField) => {
    const card = document.querySelector(`[data-item="${CSS.escape(`${section}.${key}`)}"]`);
    const control = card?.querySelector<HTMLElement>(`form [data-pointer="${CSS.escape(pointer)}"]`);
    if (control) control.focus();
    else navigate({ to: '/content', search: { section, item: key, field: pointer } });
  };
}

/** A picture carries no words: its item's field for pictures is the one that was meant. */
export function pictureField(field: PreviewField): PreviewField {
  const definition = findDefinition(field.section, field.key);
  const media = definition && mediaPointer(fieldOf(definition.schema));
  return media === undefined ? field : { ...field, pointer: media };
}

function mediaPointer(field: FormField, pointer = ''): string | undefined {
  if (field.input === 'media') return pointer;
  for (const [name, property] of Object.entries(field.properties ?? {})) {
    const found = mediaPointer(property, `${pointer}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
