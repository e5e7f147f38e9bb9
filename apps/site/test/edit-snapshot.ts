import type { Snapshot } from '@threadline/schema/content/snapshot';

/** Returns the snapshot with fields of some items replaced, by `section.key`. */
export function editSnapshot(snapshot: Snapshot, edits: Record<string, Record<string, unknown>>): Snapshot {
  const items = snapshot.items.map((item) => {
    const edit = edits[`${item.section}.${item.key}`];
    return edit ? { ...item, value: { ...(item.value as object), ...edit } } : item;
  });
  return { ...snapshot, items };
}

/** Returns the snapshot with further entries of lists, by `section.key`. */
export function addEntries(snapshot: Snapshot, entries: Record<string, unknown>): Snapshot {
  const [first] = snapshot.items;
  if (!first) throw new Error('The snapshot has no items.');
  const added = Object.entries(entries).map(([name, value]) => {
    const [section = '', key = ''] = name.split('.');
    return { ...first, section, key, value, metadata: {} };
  });
  return { ...snapshot, items: [...snapshot.items, ...added] };
}

/** Returns the snapshot of a firm that has replaced every placeholder of the seed. */
export function fillPlaceholders(snapshot: Snapshot): Snapshot {
  const figures = snapshot.items.filter(({ section, key }) => section === 'stats' && /^(?:stat|claim)-/.test(key));
  const source = { basis: 'Counted by our auditor since 2014.', period: 'April 2025 to March 2026' };
  return editSnapshot(snapshot, {
    ...Object.fromEntries(figures.map(({ key }) => [`stats.${key}`, source])),
    'site.brand': { legalName: 'Threadline Advisory Private Limited' },
    'site.contact': {
      email: 'care@threadline.in',
      phone: '+919876543210',
      whatsapp: '+919876543211',
      addressLines: ['12 Weaver Street', 'Bengaluru 560001'],
    },
  });
}
