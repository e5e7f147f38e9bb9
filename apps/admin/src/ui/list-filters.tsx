import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import classes from './list-filters.module.css';

interface ListFiltersProps {
  /** The field that stays in view. */
  search?: ReactNode;
  /** The number of filters that are set, which may be folded away. */
  activeCount: number;
  /** The label of the button, such as `Filter and sort`. */
  label?: string;
  children: ReactNode;
}

/** The controls above a list. On phones and tablets the button opens them, so that the list begins on the first screen. */
export function ListFilters({ search, activeCount, label = 'Filters', children }: ListFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.bar}>
      {search && <div className={classes.search}>{search}</div>}
      <Button
        size="xs"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        {activeCount > 0 && ` (${activeCount})`}
      </Button>
      <div id={id} className={classes.filters} data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  );
}
