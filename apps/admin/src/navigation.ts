import {
  IconClockBolt,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLayoutList,
  IconPhoto,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';

interface Destination {
  to: '/' | '/content' | '/images' | '/enquiries' | '/releases' | '/users' | '/log';
  label: string;
  /** Its first word, where the bar at the foot of a phone has no room for more. */
  short?: string;
  /** Pressed after G. */
  key: string;
  icon: TablerIcon;
}

/** The section that sidebar and palette lead to, by the name of its tab. */
export const siteSettings = 'Site settings';

/** The screens in the words of the specification (Spec §2), Enquiries, Releases and the log. */
export const destinations: Destination[] = [
  { to: '/', label: 'Dashboard', key: 'd', icon: IconLayoutDashboard },
  { to: '/content', label: 'Content Management', short: 'Content', key: 'c', icon: IconLayoutList },
  { to: '/images', label: 'Image Management', short: 'Images', key: 'i', icon: IconPhoto },
  { to: '/enquiries', label: 'Enquiries', key: 'e', icon: IconInbox },
  { to: '/releases', label: 'Releases', key: 'r', icon: IconClockBolt },
  { to: '/users', label: 'User Management', key: 'p', icon: IconUsers },
  { to: '/log', label: 'Log of changes', key: 'l', icon: IconHistory },
];
