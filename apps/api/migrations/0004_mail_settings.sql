CREATE TABLE `mail_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`encryption` text NOT NULL,
	`user` text NOT NULL,
	`encrypted_password` text,
	`sender` text NOT NULL
);
