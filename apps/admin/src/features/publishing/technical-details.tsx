import { Box } from '@mantine/core';
import type { Release } from '@threadline/schema/wire/publishing';
import { useState } from 'react';
import { formatDuration, formatFileSize } from '../../format/time.ts';
import { Panel } from '../../ui/panel.tsx';
import { Note, RecordList } from '../../ui/record-list.tsx';
import { Deliveries } from './deliveries.tsx';
import classes from './releases.module.css';

/** For the server's administrator: the sizes of the releases, and the webhook deliveries. */
export function TechnicalDetails({ releases }: { releases: readonly Release[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel component="div">
      <details className={classes.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <Box component="summary" px="md" py={12} c="bright" fz="sm" className="row-button">
          Technical details
        </Box>
        {isOpen && (
          <>
            <h3>Size of the releases</h3>
            <RecordList items={[...releases]} empty="Nothing has been published yet.">
              {(release) => (
                <li key={release.id}>
                  <span>Release {release.number}</span>
                  <small>
                    {release.files} files, {formatFileSize(release.bytes)}
                    {formatRenderTime(release)}
                  </small>
                </li>
              )}
            </RecordList>
            <h3>Notifications to other systems</h3>
            <Note>Each change is sent to the publishing program and to connected systems (webhooks).</Note>
            <Deliveries />
          </>
        )}
      </details>
    </Panel>
  );
}

function formatRenderTime({ steps }: Release): string {
  const totalMs = Object.values(steps).reduce((sum, ms) => sum + ms, 0);
  return totalMs > 0 ? `, made in ${formatDuration(totalMs)}` : '';
}
