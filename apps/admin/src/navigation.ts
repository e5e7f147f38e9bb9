import {
  IconClockBolt,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLayoutList,
  IconNews,
  IconPhoto,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';

interface Destination {
  to: '/' | '/content' | '/articles' | '/images' | '/enquiries' | '/releases' | '/users' | '/log';
  label: string;
  /** For the bottom bar of a phone and the rail of a tablet. */
  short?: string;
  /** Pressed after G. */
  key: string;
  icon: TablerIcon;
  /** Without a tab in the bottom bar of a phone. */
  isInMenu?: true;
}

/** The section that the sidebar and the palette link to, by the name of its tab. */
export const siteSettings = 'Site settings';

/** The screen of the mail server. */
export const emailSettings = 'Email settings';

/** The screen of the backups and their location. */
export const backupsTitle = 'Backups';

/** The query of the command palette that lists all help. */
export const helpQuery = 'help';

/** The screens with their names and order in the specification (Spec §2), and those that it does not name. */
export const destinations: Destination[] = [
  { to: '/', label: 'Dashboard', key: 'd', icon: IconLayoutDashboard },
  { to: '/content', label: 'Content Management', short: 'Content', key: 'c', icon: IconLayoutList },
  { to: '/articles', label: 'Articles', key: 'a', icon: IconNews },
  { to: '/images', label: 'Image Management', short: 'Images', key: 'i', icon: IconPhoto, isInMenu: true },
  { to: '/enquiries', label: 'Enquiries', key: 'e', icon: IconInbox },
  { to: '/releases', label: 'Releases', key: 'r', icon: IconClockBolt, isInMenu: true },
  { to: '/users', label: 'User Management', short: 'Users', key: 'p', icon: IconUsers, isInMenu: true },
  { to: '/log', label: 'Audit log', key: 'l', icon: IconHistory, isInMenu: true },
];
