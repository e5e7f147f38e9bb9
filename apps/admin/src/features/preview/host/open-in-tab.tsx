import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { previewLinkHours } from '@threadline/schema/wire/preview';
import { api, unwrap } from '../../../api/client.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useToast } from '../../../ui/toast.tsx';

/** Opens the saved page in a tab of its own, by a link that is valid for an hour. */
export function OpenInTab({ path }: { path: string }) {
  const toast = useToast();
  const create = useMutation({
    mutationFn: () => unwrap(api.client.preview.links.$post({ json: { hours: previewLinkHours.hour } })),
  });
  const open = async () => {
    // At once, because browsers block windows that open later than the click.
    const tab = window.open('about:blank');
    try {
      const { path: base } = await create.mutateAsync();
      if (tab) tab.location.href = base + path.slice(1);
    } catch {
      tab?.close();
      toast({ tone: 'danger', text: 'The page could not be opened. Try again.' });
    }
  };
  return <IconButton icon={IconExternalLink} label="Open the saved page in a new tab" onClick={open} />;
}
