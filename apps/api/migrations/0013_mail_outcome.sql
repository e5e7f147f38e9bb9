CREATE TABLE `mail_outcome` (
	`id` integer PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`problem` text,
	`accepted_at` text,
	`reported_from` text
);
