import { Modal, type ModalProps } from '@mantine/core';

/** A dialog from which other dialogs open. Escape in one of those closes only that one; Mantine would close all of them. */
export function OuterDialog({ onClose, ...modal }: ModalProps) {
  return (
    <Modal
      {...modal}
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
