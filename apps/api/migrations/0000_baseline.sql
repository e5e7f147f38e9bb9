CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`by_id` text,
	`by_name` text,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`network` text,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_by` ON `audit_log` (`by_id`);--> statement-breakpoint
CREATE INDEX `audit_log_accesses` ON `audit_log` (`by_id`,`subject`,`at`) WHERE action in ('access.opened', 'access.listed');--> statement-breakpoint
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
	`endpoint` text NOT NULL,
	`revision` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`last_error` text,
	`created_at` text NOT NULL,
	`delivered_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_pending` ON `deliveries` (`endpoint`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_created` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `failed_publishes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`revision` integer NOT NULL,
	`at` text NOT NULL,
	`faults` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`public_id` text NOT NULL,
	`original_name` text NOT NULL,
	`url` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`alt` text NOT NULL,
	`decorative` integer DEFAULT false NOT NULL,
	`focus_x` integer NOT NULL,
	`focus_y` integer NOT NULL,
	`tags` text NOT NULL,
	`variants` text NOT NULL,
	`uploaded_at` text NOT NULL,
	`uploaded_by` text,
	`trashed_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `images_public_id` ON `images` (`public_id`);--> statement-breakpoint
CREATE INDEX `images_uploaded` ON `images` (`uploaded_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`order_key` text NOT NULL,
	`attempts` integer NOT NULL,
	`generation` integer NOT NULL,
	`run_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_dedupe` ON `jobs` (`type`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`type`,`order_key`,`run_at`,`seq`);--> statement-breakpoint
CREATE TABLE `preview_links` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_id` text NOT NULL,
	`session_version` integer NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `preview_links_creator` ON `preview_links` (`created_by_id`);--> statement-breakpoint
CREATE TABLE `publishing` (
	`id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`target_revision` integer NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`pinned_release` text,
	`live_release` text,
	`live_revision` integer,
	`saved_at` text,
	`saved_by` text,
	`live_at` text,
	`live_ms` integer,
	`faults` text NOT NULL,
	`review` integer DEFAULT false NOT NULL,
	`scheduled_at` text,
	`scheduled_revision` integer,
	`scheduled_by_id` text,
	`scheduled_by` text
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer DEFAULT 0 NOT NULL,
	`expire` integer
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
	`previous_refresh_hash` text,
	`replaced_at` text,
	`created_at` text NOT NULL,
	`refreshed_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`user_agent` text,
	`reauthenticated_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`has_second_factor` integer DEFAULT false NOT NULL,
	`failed_second_factors` integer DEFAULT 0 NOT NULL,
	`last_login` text,
	`created_at` text NOT NULL,
	`session_version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email_key`);--> statement-breakpoint
CREATE TABLE `account_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`created_by_id` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_links_token` ON `account_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `account_links_user` ON `account_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `account_links_creator` ON `account_links` (`created_by_id`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`session_id` text,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_user` ON `passkey_challenges` (`user_id`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_session` ON `passkey_challenges` (`session_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`backed_up` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `totp_secrets` (
	`user_id` text PRIMARY KEY NOT NULL,
	`encrypted_secret` text NOT NULL,
	`created_at` text NOT NULL,
	`confirmed_at` text,
	`last_used_step` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `trashed_users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`deleted_at` text NOT NULL,
	`deleted_by` text NOT NULL,
	`account` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trashed_users_at` ON `trashed_users` (`deleted_at`);--> statement-breakpoint
CREATE TABLE `enquiries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`reference` text NOT NULL,
	`idempotency_key` text,
	`status` text NOT NULL,
	`company_name` text NOT NULL,
	`contact_name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`phone` text NOT NULL,
	`phone_e164` text NOT NULL,
	`company_size` text NOT NULL,
	`industry` text NOT NULL,
	`message` text NOT NULL,
	`origin` text NOT NULL,
	`origin_section` text NOT NULL,
	`origin_slide` text NOT NULL,
	`origin_cta` text NOT NULL,
	`page` text NOT NULL,
	`network` text NOT NULL,
	`fingerprint` text NOT NULL,
	`spam_reasons` text NOT NULL,
	`is_test` integer NOT NULL,
	`retain_for_client` integer NOT NULL,
	`assignee_id` text,
	`created_at` text NOT NULL,
	`due_at` text NOT NULL,
	`answered_at` text,
	`last_activity_at` text NOT NULL,
	`erasure_scheduled_at` text,
	`withdrawn_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enquiries_id` ON `enquiries` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `enquiries_reference` ON `enquiries` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `enquiries_idempotency` ON `enquiries` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `enquiries_status` ON `enquiries` (`status`);--> statement-breakpoint
CREATE INDEX `enquiries_assignee` ON `enquiries` (`assignee_id`);--> statement-breakpoint
CREATE INDEX `enquiries_assignee_status` ON `enquiries` (`assignee_id`,`status`);--> statement-breakpoint
CREATE INDEX `enquiries_origin` ON `enquiries` (`origin_section`);--> statement-breakpoint
CREATE INDEX `enquiries_origin_status` ON `enquiries` (`origin_section`,`status`);--> statement-breakpoint
CREATE INDEX `enquiries_origin_assignee` ON `enquiries` (`origin_section`,`assignee_id`);--> statement-breakpoint
CREATE INDEX `enquiries_origin_cta` ON `enquiries` (`origin_section`,`origin_cta`);--> statement-breakpoint
CREATE INDEX `enquiries_created` ON `enquiries` (`created_at`);--> statement-breakpoint
CREATE INDEX `enquiries_due` ON `enquiries` (`due_at`) WHERE status in ('new', 'read', 'replied') and answered_at is null and is_test = 0;--> statement-breakpoint
CREATE INDEX `enquiries_due_assignee` ON `enquiries` (`assignee_id`,`due_at`) WHERE status in ('new', 'read', 'replied') and answered_at is null and is_test = 0;--> statement-breakpoint
CREATE INDEX `enquiries_keyed` ON `enquiries` (`created_at`) WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX `enquiries_email` ON `enquiries` (`email_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `enquiries_network` ON `enquiries` (`network`,`created_at`);--> statement-breakpoint
CREATE INDEX `enquiries_fingerprint` ON `enquiries` (`fingerprint`,`created_at`);--> statement-breakpoint
CREATE INDEX `enquiries_unscheduled` ON `enquiries` (`last_activity_at`) WHERE retain_for_client = 0 and erasure_scheduled_at is null;--> statement-breakpoint
CREATE INDEX `enquiries_withdrawn` ON `enquiries` (`last_activity_at`) WHERE retain_for_client = 0 and erasure_scheduled_at is null and withdrawn_at is not null;--> statement-breakpoint
CREATE INDEX `enquiries_scheduled` ON `enquiries` (`erasure_scheduled_at`,`last_activity_at`) WHERE erasure_scheduled_at is not null;--> statement-breakpoint
CREATE INDEX `enquiries_tests` ON `enquiries` (`last_activity_at`) WHERE is_test = 1;--> statement-breakpoint
CREATE TABLE `enquiry_counts` (
	`status` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `enquiry_days` (
	`day` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `enquiry_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enquiry_id` text NOT NULL,
	`at` text NOT NULL,
	`by_id` text,
	`by_name` text,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `enquiry_notes_request` ON `enquiry_notes` (`enquiry_id`);--> statement-breakpoint
CREATE TABLE `enquiry_origins` (
	`section` text NOT NULL,
	`slide` text NOT NULL,
	`cta` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`section`, `slide`, `cta`)
);
--> statement-breakpoint
CREATE INDEX `enquiry_origins_total` ON `enquiry_origins` ("total" desc,`section`,`slide`,`cta`);--> statement-breakpoint
CREATE TABLE `outbox_messages` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`enquiry_id` text,
	`recipient` text NOT NULL,
	`email_key` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`last_error` text,
	`created_at` text NOT NULL,
	`sent_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_messages_id` ON `outbox_messages` (`id`);--> statement-breakpoint
CREATE INDEX `outbox_messages_state` ON `outbox_messages` (`state`,`seq`);--> statement-breakpoint
CREATE INDEX `outbox_messages_request` ON `outbox_messages` (`enquiry_id`);--> statement-breakpoint
CREATE INDEX `outbox_messages_email` ON `outbox_messages` (`email_key`);--> statement-breakpoint
CREATE INDEX `outbox_messages_strangers` ON `outbox_messages` (`created_at`) WHERE enquiry_id is null;--> statement-breakpoint
CREATE INDEX `outbox_messages_pending_replies` ON `outbox_messages` (`enquiry_id`) WHERE kind = 'reply' and state = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_messages_unsent` ON `outbox_messages` (`seq`) WHERE state not in ('sent', 'dismissed');--> statement-breakpoint
CREATE TABLE `subscriber_counts` (
	`id` integer PRIMARY KEY NOT NULL,
	`total` integer NOT NULL,
	`members` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscribers` (
	`email_key` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL,
	`confirmed_at` text,
	`unsubscribed_at` text,
	`link_id` text NOT NULL,
	`confirmation_requested_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_link` ON `subscribers` (`link_id`);--> statement-breakpoint
CREATE INDEX `subscribers_created` ON `subscribers` (`created_at`);--> statement-breakpoint
CREATE INDEX `subscribers_unconfirmed` ON `subscribers` (`confirmation_requested_at`) WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX `subscribers_left` ON `subscribers` (`unsubscribed_at`) WHERE unsubscribed_at is not null;--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enquiry_id` text,
	`email_key` text NOT NULL,
	`purpose` text NOT NULL,
	`given` integer NOT NULL,
	`requested` integer DEFAULT false NOT NULL,
	`confirmed_at` text,
	`notice_id` text,
	`network` text NOT NULL,
	`at` text NOT NULL,
	`withdrawn_at` text
);
--> statement-breakpoint
CREATE INDEX `consents_request` ON `consents` (`enquiry_id`);--> statement-breakpoint
CREATE INDEX `consents_email` ON `consents` (`email_key`);--> statement-breakpoint
CREATE INDEX `consents_network` ON `consents` (`at`) WHERE network <> '';--> statement-breakpoint
CREATE TABLE `data_links` (
	`id` text PRIMARY KEY NOT NULL,
	`email_key` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`downloaded_at` text,
	`corrected_at` text
);
--> statement-breakpoint
CREATE INDEX `data_links_email` ON `data_links` (`email_key`,`created_at`);--> statement-breakpoint
CREATE TABLE `erasures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`reason` text NOT NULL,
	`by_name` text,
	`email_hash` text,
	`enquiries` integer NOT NULL,
	`messages` integer NOT NULL,
	`subscribers` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`form` text NOT NULL,
	`sentences` text NOT NULL,
	`first_seen_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `privacy_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`note` text NOT NULL,
	`received_at` text NOT NULL,
	`due_at` text NOT NULL,
	`done_at` text,
	`done_by` text
);
--> statement-breakpoint
CREATE INDEX `privacy_requests_email` ON `privacy_requests` (`email_key`);--> statement-breakpoint
CREATE INDEX `privacy_requests_open` ON `privacy_requests` (`due_at`) WHERE done_at is null;--> statement-breakpoint
-- Hand-written from here on: what drizzle-kit cannot generate (search index, counters, settings of SQLite).
CREATE VIRTUAL TABLE enquiry_search USING fts5(
  reference, company_name, contact_name, email, phone, phone_e164, industry, message,
  content='enquiries', content_rowid='seq', prefix='2 3 4 5 6', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER enquiry_text_changed AFTER UPDATE OF reference, company_name, contact_name, email, phone, phone_e164, industry, message ON enquiries BEGIN
  INSERT INTO enquiry_search(enquiry_search, rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message)
  VALUES ('delete', old.seq, old.reference, old.company_name, old.contact_name, old.email, old.phone, old.phone_e164, old.industry, old.message);
  INSERT INTO enquiry_search(rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message)
  VALUES (new.seq, new.reference, new.company_name, new.contact_name, new.email, new.phone, new.phone_e164, new.industry, new.message);
END;
--> statement-breakpoint
CREATE TRIGGER enquiry_status_changed AFTER UPDATE OF status ON enquiries BEGIN
  UPDATE enquiry_counts SET total = total - 1 WHERE status = old.status AND old.is_test = 0;
  INSERT INTO enquiry_counts(status, total) SELECT new.status, 1 WHERE new.is_test = 0
  ON CONFLICT(status) DO UPDATE SET total = total + 1;
  UPDATE enquiry_origins SET total = total - 1
  WHERE section = old.origin_section AND slide = old.origin_slide AND cta = old.origin_cta AND old.is_test = 0 AND old.status <> 'spam' AND new.status = 'spam';
  DELETE FROM enquiry_origins
  WHERE section = old.origin_section AND slide = old.origin_slide AND cta = old.origin_cta AND total <= 0;
  INSERT INTO enquiry_origins(section, slide, cta, total)
  SELECT new.origin_section, new.origin_slide, new.origin_cta, 1 WHERE new.is_test = 0 AND new.origin_section <> '' AND old.status = 'spam' AND new.status <> 'spam'
  ON CONFLICT(section, slide, cta) DO UPDATE SET total = total + 1;
  UPDATE enquiry_days SET total = total - 1
  WHERE day = date(old.created_at, '+330 minutes') AND total > 0 AND old.is_test = 0 AND old.status <> 'spam' AND new.status = 'spam';
  INSERT INTO enquiry_days(day, total)
  SELECT date(new.created_at, '+330 minutes'), 1 WHERE new.is_test = 0 AND old.status = 'spam' AND new.status <> 'spam'
  ON CONFLICT(day) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER enquiry_deleted BEFORE DELETE ON enquiries BEGIN
  INSERT INTO enquiry_search(enquiry_search, rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message)
  VALUES ('delete', old.seq, old.reference, old.company_name, old.contact_name, old.email, old.phone, old.phone_e164, old.industry, old.message);
  UPDATE enquiry_counts SET total = total - 1 WHERE status = old.status AND old.is_test = 0;
  UPDATE enquiry_origins SET total = total - 1
  WHERE section = old.origin_section AND slide = old.origin_slide AND cta = old.origin_cta AND old.is_test = 0 AND old.status <> 'spam';
  DELETE FROM enquiry_origins
  WHERE section = old.origin_section AND slide = old.origin_slide AND cta = old.origin_cta AND total <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER enquiry_inserted AFTER INSERT ON enquiries BEGIN
  INSERT INTO enquiry_search(rowid, reference, company_name, contact_name, email, phone, phone_e164, industry, message)
  VALUES (new.seq, new.reference, new.company_name, new.contact_name, new.email, new.phone, new.phone_e164, new.industry, new.message);
  INSERT INTO enquiry_counts(status, total) SELECT new.status, 1 WHERE new.is_test = 0
  ON CONFLICT(status) DO UPDATE SET total = total + 1;
  INSERT INTO enquiry_days(day, total) SELECT date(new.created_at, '+330 minutes'), 1 WHERE new.is_test = 0 AND new.status <> 'spam'
  ON CONFLICT(day) DO UPDATE SET total = total + 1;
  INSERT INTO enquiry_origins(section, slide, cta, total)
  SELECT new.origin_section, new.origin_slide, new.origin_cta, 1 WHERE new.is_test = 0 AND new.status <> 'spam' AND new.origin_section <> ''
  ON CONFLICT(section, slide, cta) DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER subscriber_changed AFTER UPDATE OF confirmed_at, unsubscribed_at ON subscribers BEGIN
  UPDATE subscriber_counts SET members = members - (old.confirmed_at IS NOT NULL AND old.unsubscribed_at IS NULL) + (new.confirmed_at IS NOT NULL AND new.unsubscribed_at IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER subscriber_deleted AFTER DELETE ON subscribers BEGIN
  UPDATE subscriber_counts SET total = total - 1, members = members - (old.confirmed_at IS NOT NULL AND old.unsubscribed_at IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER subscriber_inserted AFTER INSERT ON subscribers BEGIN
  UPDATE subscriber_counts SET total = total + 1, members = members + (new.confirmed_at IS NOT NULL AND new.unsubscribed_at IS NULL);
END;
--> statement-breakpoint
INSERT INTO `subscriber_counts` (`id`, `total`, `members`) VALUES (1, 0, 0);
--> statement-breakpoint
-- Deleted text is overwritten in the index, too.
INSERT INTO enquiry_search(enquiry_search, rank) VALUES ('secure-delete', 1);
