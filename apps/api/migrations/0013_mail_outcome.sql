CREATE TABLE `mail_outcome` (
	`id` integer PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`problem` text,
	`accepted_at` text
);
