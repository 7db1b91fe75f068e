ALTER TABLE "users" ADD COLUMN "role" text DEFAULT 'sales' NOT NULL;
ALTER TABLE "users" ADD CONSTRAINT "users_role_check" CHECK ("users"."role" in ('sales', 'admin'));
--> statement-breakpoint
-- Another role or a deactivation ends the sessions for good: they must not continue when the change is undone.
CREATE FUNCTION end_sessions_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_sessions_end AFTER UPDATE OF role, is_active ON users FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role OR (OLD.is_active AND NOT NEW.is_active))
  EXECUTE FUNCTION end_sessions_of_user();
