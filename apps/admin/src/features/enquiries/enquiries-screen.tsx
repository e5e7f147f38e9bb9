import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEnquiryCounts } from '../../api/enquiry-counts.ts';
import { Screen } from '../../ui/screen.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useScrollTabIntoView } from '../../ui/use-scroll-tab-into-view.ts';
import { MailView } from '../mail/mail-view.tsx';
import { NewsletterView } from '../newsletter/newsletter-view.tsx';
import { PrivacyView } from '../privacy/privacy-view.tsx';
import classes from './inbox/inbox.module.css';
import { Inbox, InboxExport } from './inbox/inbox.tsx';

const views = { inbox: Inbox, newsletter: NewsletterView, mail: MailView, privacy: PrivacyView } as const;
type View = keyof typeof views;

/** /admin/enquiries: the inbox, the newsletter, the mail and the privacy requests. */
export function EnquiriesScreen() {
  const { view = 'inbox' } = useSearch({ from: '/signed-in/enquiries' });
  const navigate = useNavigate();
  const { data: counts, isPending } = useEnquiryCounts();
  const shown: View = view in views ? (view as View) : 'inbox';
  const Body = views[shown];
  const tabs = useScrollTabIntoView(Object.keys(views).indexOf(shown), !isPending);
  return (
    <Screen
      title="Enquiries"
      isFull={shown === 'inbox'}
      actions={shown === 'inbox' && <InboxExport />}
      head={
        <Tabs
          className={classes.tabs}
          value={shown}
          onChange={(next) => navigate({ to: '/enquiries', search: next === 'inbox' || !next ? {} : { view: next } })}
        >
          <Tabs.List ref={tabs}>
            <Tabs.Tab value="inbox">Inbox</Tabs.Tab>
            <Tabs.Tab value="newsletter">Newsletter</Tabs.Tab>
            <Tabs.Tab
              value="mail"
              rightSection={
                counts && counts.failedMessages > 0 && <Tag tone="danger">{counts.failedMessages} failed</Tag>
              }
            >
              Outbox
            </Tabs.Tab>
            <Tabs.Tab value="privacy">Privacy</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      }
    >
      <Body />
    </Screen>
  );
}
