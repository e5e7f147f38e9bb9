CREATE TABLE `retired_files` (
	`name` text PRIMARY KEY NOT NULL,
	`retired_at` text NOT NULL
);
