CREATE TABLE `backup_location` (
	`id` integer PRIMARY KEY NOT NULL,
	`endpoint` text NOT NULL,
	`bucket` text NOT NULL,
	`prefix` text NOT NULL,
	`region` text NOT NULL,
	`access_key_id` text NOT NULL,
	`encrypted_secret` text NOT NULL
);
