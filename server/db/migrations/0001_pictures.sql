CREATE TABLE "pictures" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"digest" text NOT NULL,
	"content" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pictures_client_id_digest_index" ON "pictures" USING btree ("client_id","digest");