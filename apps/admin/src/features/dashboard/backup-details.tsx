import { useState } from 'react';
import { loadPart } from '../../ui/lazy/lazy-component.tsx';
import classes from './backups.module.css';

const BackupList = loadPart('BackupList', () => import('./backup-list.tsx'), { what: 'The list of backups' });

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
