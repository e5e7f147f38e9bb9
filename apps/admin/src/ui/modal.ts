import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Modal as MantineModal } from '@mantine/core';

/** With its styles, which come with whatever opens the first one. */
export const Modal = MantineModal;
