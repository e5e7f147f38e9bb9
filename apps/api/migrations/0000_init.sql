CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`by_id` text,
	`by_name` text,
	`action` text NOT NULL,
	`subject` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE TABLE `contact_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`idempotency_key` text,
	`company_name` text NOT NULL,
	`contact_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`company_size` text NOT NULL,
	`industry` text NOT NULL,
	`message` text NOT NULL,
	`origin` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_requests_reference` ON `contact_requests` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `contact_requests_idempotency` ON `contact_requests` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `contact_requests_created` ON `contact_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `content_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`revision` integer NOT NULL,
	`operation` text NOT NULL,
	`section` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`metadata` text NOT NULL,
	`position` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_at` text NOT NULL,
	`updated_by` text,
	FOREIGN KEY (`revision`) REFERENCES `revisions`(`revision`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `content_history_item` ON `content_history` (`section`,`key`,`revision`);--> statement-breakpoint
CREATE INDEX `content_history_revision` ON `content_history` (`revision`);--> statement-breakpoint
CREATE TABLE `content_items` (
	`section` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`metadata` text NOT NULL,
	`position` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_at` text NOT NULL,
	`updated_by` text,
	PRIMARY KEY(`section`, `key`)
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`receiver` text NOT NULL,
	`revision` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` text NOT NULL,
	`last_error` text,
	`created_at` text NOT NULL,
	`delivered_at` text
);
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`public_id` text NOT NULL,
	`original_name` text NOT NULL,
	`url` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`alt` text NOT NULL,
	`focus_x` integer NOT NULL,
	`focus_y` integer NOT NULL,
	`tags` text NOT NULL,
	`variants` text NOT NULL,
	`uploaded_at` text NOT NULL,
	`uploaded_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `images_public_id` ON `images` (`public_id`);--> statement-breakpoint
CREATE INDEX `images_uploaded` ON `images` (`uploaded_at`);--> statement-breakpoint
CREATE TABLE `publishing` (
	`id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`desired_revision` integer NOT NULL,
	`held_release` text,
	`live_release` text,
	`live_revision` integer,
	`saved_at` text,
	`live_at` text,
	`live_ms` integer,
	`faults` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `releases` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`created_at` text NOT NULL,
	`files` integer NOT NULL,
	`bytes` integer NOT NULL,
	`steps` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `revisions` (
	`revision` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`by_id` text,
	`by_name` text
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_version` integer NOT NULL,
	`refresh_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`refreshed_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`user_agent` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `subscribers` (
	`email_key` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`last_login` text,
	`created_at` text NOT NULL,
	`session_version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email_key`);