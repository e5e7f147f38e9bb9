import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';
import { closeTopDialog, useCloseOnBack } from './open-dialogs.ts';

/**
 * A dialog over the screen. Escape and the Back button close only the topmost one; Mantine's Escape would close all of them.
 */
export function Dialog({ opened, onClose, ...modal }: ModalProps) {
  useCloseOnBack(onClose, opened);
  useEscapeWithoutFocus(opened);
  return (
    <Modal
      {...modal}
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={({ key, defaultPrevented, target, currentTarget }) => {
        // React passes on the keys of dialogs that are elsewhere in the document.
        const isInside = target instanceof Element && currentTarget.contains(target);
        if (key !== 'Escape' || defaultPrevented || !isInside) return;
        // Mantine marks an input whose list is open. Escape closes the list first.
        if (target.getAttribute('data-mantine-stop-propagation') !== 'true') onClose();
      }}
    />
  );
}

/** A focused button that disappears, or is disabled while it works, leaves the focus outside of the dialog. */
function useEscapeWithoutFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.target !== document.body) return;
      event.preventDefault(); // for the same listener of a dialog below
      closeTopDialog();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
}
