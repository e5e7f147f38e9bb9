CREATE TABLE `discarded_drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`section` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`metadata` text NOT NULL,
	`at` text NOT NULL,
	`by` text
);
