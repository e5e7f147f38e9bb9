import { Group, SegmentedControl, Select } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconLink,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { getSaveOpenEdits, useHasOpenEdits } from '../../../store/open-edits.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { modifierName } from '../../../ui/use-shortcuts.ts';
import { ShareLinks } from '../../preview-feedback/share-links.tsx';
import { OpenInTab } from './open-in-tab.tsx';
import classes from './preview.module.css';
import type { PageOption } from './use-preview-route.ts';

/** The page has the width of the pane within these limits, in CSS pixels, so that it is scaled as little as possible. */
export const devices = {
  desktop: { label: 'Desktop', widths: { minWidth: 1024, maxWidth: 1440 }, Icon: IconDeviceDesktop },
  tablet: { label: 'Tablet', widths: { minWidth: 820, maxWidth: 820 }, Icon: IconDeviceTablet },
  phone: { label: 'Phone', widths: { minWidth: 390, maxWidth: 390 }, Icon: IconDeviceMobile },
} as const;
export type Device = keyof typeof devices;

export interface FullView {
  isFull: boolean;
  onToggle: () => void;
}

interface PreviewBarProps {
  path: string;
  pages: readonly PageOption[];
  device: Device;
  scheme: 'light' | 'dark';
  onPath: (path: string) => void;
  onDevice: (device: Device) => void;
  onScheme: (scheme: 'light' | 'dark') => void;
  fullView: FullView | undefined;
}

/** Width, page and colour scheme of the preview. */
export function PreviewBar({ path, pages, device, scheme, onPath, onDevice, onScheme, fullView }: PreviewBarProps) {
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        value={device}
        onChange={(value) => onDevice(value as Device)}
        aria-label="Width of the preview"
        data={Object.entries(devices).map(([value, { label, Icon }]) => ({
          value,
          label: (
            <Group component="span" gap={5} wrap="nowrap" className={classes.device}>
              <Icon size={15} stroke={1.6} aria-hidden="true" />
              <span>{label}</span>
            </Group>
          ),
        }))}
      />
      {fullView?.isFull && <UnsavedChanges onShowForm={fullView.onToggle} />}
      <Select
        size="xs"
        className={classes.page}
        aria-label="Page in the preview"
        data={pages.some(({ value }) => value === path) ? [...pages] : [...pages, { value: path, label: path }]}
        value={path}
        onChange={(next) => onPath(next ?? '/')}
        allowDeselect={false}
        searchable
      />
      <IconButton
        icon={scheme === 'dark' ? IconSun : IconMoon}
        label={scheme === 'dark' ? 'Show the page in light colours' : 'Show the page in dark colours'}
        onClick={() => onScheme(scheme === 'dark' ? 'light' : 'dark')}
      />
      <ShareLinks path={path} size="xs" px={10} aria-label="Share a preview link">
        <IconLink size={15} aria-hidden="true" />
        <span className={classes.share}>Share</span>
      </ShareLinks>
      <OpenInTab path={path} />
      {fullView && (
        <IconButton
          icon={fullView.isFull ? IconArrowsMinimize : IconArrowsMaximize}
          label={`${fullView.isFull ? 'Show the form' : 'Full view'} (${modifierName} .)`}
          aria-pressed={fullView.isFull}
          onClick={fullView.onToggle}
        />
      )}
    </div>
  );
}

/** Saves the text that was typed on the page while its form is hidden, and shows the form if that cannot be saved. */
function UnsavedChanges({ onShowForm }: { onShowForm: () => void }) {
  const save = useHasOpenEdits() ? getSaveOpenEdits() : undefined;
  return (
    <>
      <span role="status" className={classes.unsaved}>
        {save && 'Unsaved changes'}
      </span>
      {save && (
        <Button size="xs" variant="filled" onClick={async () => (await save()) || onShowForm()}>
          Save
        </Button>
      )}
    </>
  );
}
