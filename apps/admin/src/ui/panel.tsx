import { IconX } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { IconButton } from './icon-button.tsx';
import classes from './panel.module.css';
import { useRootAttribute } from './use-root-attribute.ts';

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  component?: 'section' | 'article' | 'aside' | 'div' | 'ul';
  /** The heading, which names the panel unless there is an `aria-label`. */
  title?: ReactNode;
  /** Beside the heading: a note, a state, or buttons. */
  extra?: ReactNode;
}

/** A framed part of a screen. */
export function Panel({ component = 'section', title, extra, className = '', children, ...element }: PanelProps) {
  const heading = useId();
  const Element = component as 'section';
  return (
    <Element
      className={`${classes.panel} ${className}`}
      aria-labelledby={title && !element['aria-label'] ? heading : undefined}
      {...element}
    >
      {title && (
        <div className={classes.head}>
          <h2 id={heading}>{title}</h2>
          {extra}
        </div>
      )}
      {children}
    </Element>
  );
}

/** The buttons of a long form, which stay in view. On phones they replace the bottom bar. */
export function ActionBar({ className = '', ...element }: ComponentProps<'div'>) {
  useRootAttribute('data-has-bar', '');
  return <div className={`${classes.actions} ${className}`} {...element} />;
}

interface SidePanelProps extends PanelProps {
  /** The name of the panel for assistive technology. */
  label: string;
  closeLabel?: string;
  onClose: () => void;
}

/** A panel beside a list, with a button that closes it. */
export function SidePanel({ label, closeLabel = 'Close the form', onClose, className = '', ...panel }: SidePanelProps) {
  return (
    <Panel
      component="aside"
      aria-label={label}
      className={`${classes.side} ${className}`}
      extra={<IconButton icon={IconX} label={closeLabel} onClick={onClose} />}
      {...panel}
    />
  );
}

interface WithSidePanelProps {
  panel: ReactNode;
  /** Shows the panel above the main part, with the full width. */
  isAbove?: boolean;
  children: ReactNode;
}

/** The main part of a screen, with a panel beside it where there is room, otherwise above it. */
export function WithSidePanel({ panel, isAbove = false, children }: WithSidePanelProps) {
  return (
    <div
      className={classes.columns}
      data-open={(Boolean(panel) && !isAbove) || undefined}
      data-above={isAbove || undefined}
    >
      <div className={classes.main}>{children}</div>
      {panel}
    </div>
  );
}
