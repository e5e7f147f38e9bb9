CREATE TABLE `scheduled_drafts` (
	`section` text NOT NULL,
	`key` text NOT NULL,
	`target` text NOT NULL,
	`value` text NOT NULL,
	`metadata` text NOT NULL,
	`base_version` integer,
	`draft_version` integer NOT NULL,
	`at` text NOT NULL,
	`by_id` text NOT NULL,
	`by_name` text NOT NULL,
	`problem` text,
	PRIMARY KEY(`section`, `key`)
);
