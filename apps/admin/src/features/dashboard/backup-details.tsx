import { useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import classes from './backups.module.css';

const BackupList = lazyComponent('BackupList', () => import('./backup-list.tsx'), { label: 'The list of backups' });

/** The way from the system information to all backups; their list is asked for when somebody wants it. */
export function BackupDetails() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>All backups, and how one is restored</summary>
      {isOpen && <BackupList />}
    </details>
  );
}
