import { Modal, type ModalProps } from '@mantine/core';
import { useCloseOnBack } from './open-dialogs.ts';

/**
 * A dialog over the screen. Escape and the Back button close only the topmost one; Mantine's Escape would close all of them.
 */
export function Dialog({ opened, onClose, ...modal }: ModalProps) {
  useCloseOnBack(onClose, opened);
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
