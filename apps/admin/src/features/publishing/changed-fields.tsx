import { Text } from '@mantine/core';
import type { Release } from '@threadline/schema/wire/publishing';
import classes from './releases.module.css';

/** The changed fields before and after, in text as well as in colour. An empty side is left out. */
export function ChangedFields({ fields }: { fields: Release['fields'] }) {
  return fields.map(({ pointer, label, before, after }) => (
    <p key={pointer} className={classes.changedField}>
      {pointer !== '' && (
        <Text span c="dimmed">
          {label}:{' '}
        </Text>
      )}
      {before !== '' && (
        <del>
          <span className="visually-hidden">before: </span>
          {before}
        </del>
      )}{' '}
      {after !== '' && (
        <ins>
          <span className="visually-hidden">now: </span>
          {after}
        </ins>
      )}
    </p>
  ));
}
