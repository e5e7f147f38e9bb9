import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import classes from './side-panel.module.css';

interface SidePanelProps {
  /** The name of the panel for assistive technology. */
  label: string;
  title: ReactNode;
  closeLabel?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside a list, with a heading and a button that closes it. */
export function SidePanel({ label, title, closeLabel = 'Close the form', onClose, children }: SidePanelProps) {
  return (
    <aside className={`panel ${classes.panel}`} aria-label={label}>
      <div className="panel-head">
        <h2>{title}</h2>
        <IconButton label={closeLabel} onClick={onClose}>
          <IconX size={18} />
        </IconButton>
      </div>
      {children}
    </aside>
  );
}
