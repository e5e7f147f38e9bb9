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
  /** For the bar at the foot of a phone. */
  short: string;
  /** Pressed after G. */
  key: string;
  icon: TablerIcon;
}

/** The screens in the words of the specification (Spec §2), Enquiries, Releases and the log. */
export const destinations: Destination[] = [
  { to: '/', label: 'Dashboard', short: 'Home', key: 'd', icon: IconLayoutDashboard },
  { to: '/content', label: 'Content Management', short: 'Content', key: 'c', icon: IconLayoutList },
  { to: '/images', label: 'Image Management', short: 'Images', key: 'i', icon: IconPhoto },
  { to: '/enquiries', label: 'Enquiries', short: 'Enquiries', key: 'e', icon: IconInbox },
  { to: '/releases', label: 'Releases', short: 'Releases', key: 'r', icon: IconClockBolt },
  { to: '/users', label: 'User Management', short: 'Users', key: 'p', icon: IconUsers },
  { to: '/log', label: 'Log of changes', short: 'Log', key: 'l', icon: IconHistory },
];
