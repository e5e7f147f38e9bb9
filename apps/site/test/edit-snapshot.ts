import type { Snapshot } from '@threadline/schema/content/snapshot';

/** Returns the snapshot with fields of some items replaced, by `section.key`. */
export function editSnapshot(snapshot: Snapshot, edits: Record<string, Record<string, unknown>>): Snapshot {
  const items = snapshot.items.map((item) => {
    const edit = edits[`${item.section}.${item.key}`];
    return edit ? { ...item, value: { ...(item.value as object), ...edit } } : item;
  });
  return { ...snapshot, items };
}

/** Returns the snapshot of a firm that has replaced every placeholder of the seed. */
export function fillPlaceholders(snapshot: Snapshot): Snapshot {
  const stats = snapshot.items.filter(({ section, key }) => section === 'stats' && key.startsWith('stat-'));
  return editSnapshot(snapshot, {
    ...Object.fromEntries(stats.map(({ key }) => [`stats.${key}`, { basis: 'Counted by our auditor since 2014.' }])),
    'site.brand': { legalName: 'Threadline Advisory Private Limited' },
    'site.contact': {
      email: 'care@threadline.in',
      phone: '+919876543210',
      whatsapp: '+919876543211',
      addressLines: ['12 Weaver Street', 'Bengaluru 560001'],
    },
  });
}
