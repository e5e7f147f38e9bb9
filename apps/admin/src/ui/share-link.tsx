import { Group, Button as MantineButton } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { CopyButton } from './copy-button.tsx';

interface ShareLinkProps {
  link: string;
  /** The message on WhatsApp, before the link. */
  message: string;
  /** Copying is the main action of the panel. */
  isPrimary?: boolean;
}

/** Passes a link on: copies it, or opens WhatsApp with a message that ends with it. */
export function ShareLink({ link, message, isPrimary = false }: ShareLinkProps) {
  return (
    <Group gap={8} grow preventGrowOverflow={false} my={8}>
      <CopyButton variant={isPrimary ? 'filled' : 'default'} text={link}>
        Copy link
      </CopyButton>
      <MantineButton
        component="a"
        variant="default"
        href={`https://wa.me/?text=${encodeURIComponent(`${message} ${link}`)}`}
        target="_blank"
        rel="noopener"
        leftSection={<IconBrandWhatsapp size={18} aria-hidden="true" />}
      >
        Share on WhatsApp
      </MantineButton>
    </Group>
  );
}
