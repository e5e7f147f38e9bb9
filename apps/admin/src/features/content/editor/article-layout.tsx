import { Stack } from '@mantine/core';
import type { FormField } from '@threadline/schema/content/form-field';
import type { ReactNode } from 'react';
import classes from './writer.module.css';

/** Returns true for an item with a formatted text, which opens in the full-screen writer. */
export function hasFormattedText({ properties = {} }: FormField): boolean {
  return Object.values(properties).some(({ input }) => input === 'rich-text');
}

/** Title and text in a column of comfortable width. The other fields are below, or beside them in the writer. */
export function ArticleLayout({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className={classes.column}>{text}</div>
      <section className={classes.details} aria-label="Details">
        <h2>Details</h2>
        <Stack gap={14}>{children}</Stack>
      </section>
    </>
  );
}
