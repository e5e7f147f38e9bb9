import { Modal as MantineModal } from '@mantine/core';

/** With its styles, which come with whatever opens the first one. */
export const Modal = MantineModal;
