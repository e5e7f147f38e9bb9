import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import classes from './account.module.css';

interface FormOnRequestProps {
  /** The present state, or the purpose of the form. */
  text: ReactNode;
  /** The label of the button that shows the form; that of its own button, too. */
  action: string;
  children: ReactNode;
}

/** A form of the account screen, which shows its fields on request: most of them ask for the password. */
export function FormOnRequest({ text, action, children }: FormOnRequestProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const open = () => {
    flushSync(() => setOpen(true));
    place.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={place}>
      {isOpen ? (
        children
      ) : (
        <div className={classes.closed}>
          <p>{text}</p>
          <Button onClick={open}>{action}</Button>
        </div>
      )}
    </div>
  );
}
